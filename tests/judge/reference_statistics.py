"""Paired statistics by SciPy, of lists of differences: a JSON list.

Usage: reference_statistics.py '{"differences": [0.1, -0.2, ...], "means": [...]}' ...

The means are those of resamples.
"""

import json
import sys

import numpy as np
from scipy import optimize, stats
from scipy.stats._resampling import _bca_interval


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


def random_interval(d):
    return list(stats.bootstrap(
        (d,), np.mean, vectorized=True, n_resamples=100_000, method="BCa",
        random_state=0).confidence_interval)


def interval(d, means):
    """From given resamples, which SciPy's public function doesn't take."""
    shares = _bca_interval(
        (d,), np.mean, axis=-1, alpha=0.025, theta_hat_b=means, batch=None)
    return [np.percentile(means, 100 * share) for share in shares[:2]]


def power(effect, n):
    bound = stats.t.isf(0.025, n - 1)
    shifted = stats.nct(n - 1, abs(effect) * np.sqrt(n))
    return shifted.sf(bound) + shifted.cdf(-bound)


def detectable(n):
    return optimize.brentq(lambda e: power(e, n) - 0.8, 1e-3, 9, xtol=1e-13)


def statistics(differences, means):
    d = np.array(differences)
    return {"interval": interval(d, np.array(means)),
            "random_interval": random_interval(d), "sign_flip": sign_flip(d),
            "wilcoxon": wilcoxon(d), "deviation": np.std(d, ddof=1),
            "quantile": np.quantile(d, 0.1),
            "power": power(np.mean(d) / np.std(d, ddof=1), len(d)),
            "detectable": detectable(len(d))}


if __name__ == "__main__":
    print(json.dumps([statistics(**json.loads(text)) for text in sys.argv[1:]]))
