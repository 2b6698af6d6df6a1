"""make_moons, split twice, by scikit-learn: a JSON list of bytes, hexadecimal.

Usage: reference_data.py '{"samples": 2000, "noise": 0.2, "seed": 7,
                           "split": [60, 20, 20]}' ...
"""

import json
import sys

from sklearn.datasets import make_moons
from sklearn.model_selection import train_test_split


def percent_of(n, percent):
    return -(-n * percent // 100)


def parts(samples, noise, seed, split):
    """x, y of the training, the validation and the test set."""
    x, y = make_moons(samples, noise=noise, random_state=seed)
    x, x_test, y, y_test = train_test_split(
        x.astype("float32"), y, random_state=seed,
        test_size=percent_of(samples, split[2]))
    x_train, x_validation, y_train, y_validation = train_test_split(
        x, y, random_state=seed, test_size=percent_of(samples, split[1]))
    return (x_train, y_train), (x_validation, y_validation), (x_test, y_test)


if __name__ == "__main__":
    print(json.dumps([
        [[a.tobytes().hex() for a in part] for part in parts(**json.loads(text))]
        for text in sys.argv[1:]
    ]))
