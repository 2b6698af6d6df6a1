"""Paired statistics by SciPy, of lists of differences: a JSON list.

Usage: reference_statistics.py '{"differences": [0.1, -0.2, ...]}' ...
"""

import json
import sys

import numpy as np
from scipy import stats


def sign_flip(d):
    """Exact for few differences; None where SciPy would take all day."""
    if len(d) > 14:
        return None
    return stats.permutation_test(
        (d,), np.sum, permutation_type="samples", n_resamples=np.inf).pvalue


def wilcoxon(d):
    sizes = np.abs(d)
    exact = (len(d) <= 50 and np.all(sizes > 0)
             and len(np.unique(sizes)) == len(d))
    return stats.wilcoxon(d, mode="exact" if exact else "approx").pvalue


def interval(d):
    return list(stats.bootstrap(
        (d,), np.mean, vectorized=True, n_resamples=100_000, method="BCa",
        random_state=0).confidence_interval)


def statistics(differences):
    d = np.array(differences)
    return {"interval": interval(d), "sign_flip": sign_flip(d),
            "wilcoxon": wilcoxon(d), "deviation": np.std(d, ddof=1),
            "quantile": np.quantile(d, 0.1)}


if __name__ == "__main__":
    print(json.dumps([statistics(**json.loads(text)) for text in sys.argv[1:]]))
