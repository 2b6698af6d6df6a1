"""ReLU or GELU on make_moons: `gelu lab moons` against the same program in
Python, on one thread each.

Checks that the losses agree, ReLU's to the last bit, and prints how many times
as fast ours is. Python's time is that of its training alone, without start-up;
ours is all of the command, its report included.
Usage: /usr/bin/python3 bench/lab.py build/bin/gelu [SEEDS]
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "tests/lab/reference_training.py"
ACTIVATIONS = "relu", "gelu"


def ours(command, seeds):
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        out = subprocess.run(
            [command, "lab", "moons", "--seeds", str(seeds), "--jobs", "1",
             "--out", folder, "--json"],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        seconds = time.perf_counter() - began
    return seconds, {(run["activation"], run["seed"]): run
                     for run in json.loads(out)["runs"]}


def pythons(seeds):
    keys = [(activation, seed)
            for activation in ACTIVATIONS for seed in range(seeds)]
    options = [{"activation": activation, "seed": seed, "samples": 2000,
                "noise": 0.2, "split": [60, 20, 20], "hidden": [64, 64],
                "batch": 64, "epochs": 100, "lr": 0.001}
               for activation, seed in keys]
    out = subprocess.run(
        [sys.executable, REFERENCE, *map(json.dumps, options)],
        check=True, stdout=subprocess.PIPE).stdout
    runs = dict(zip(keys, json.loads(out)))
    return sum(run["seconds"] for run in runs.values()), runs


def check(key, our, their):
    activation, seed = key
    if activation == "relu":
        agrees = our["test_loss"] == their["test_best"]
    else:  # PyTorch's gelu differs in last bits, which training lets grow
        agrees = abs(our["train_loss"][-1] / their["losses"][-1][0] - 1) < 0.01
    if not agrees:
        sys.exit(f"{activation}, seed {seed}: the losses differ")


def main():
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    our_seconds, our_runs = ours(sys.argv[1], seeds)
    seconds, runs = pythons(seeds)
    for key, run in runs.items():
        check(key, our_runs[key], run)
    print(f"{len(runs)} runs, losses agree: gelu {our_seconds:.1f} s, "
          f"Python {seconds:.1f} s, {seconds / our_seconds:.2f} times as fast")


if __name__ == "__main__":
    main()
