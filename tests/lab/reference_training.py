"""The lab's experiment as a PyTorch user writes it, on one thread.

Prints a JSON list, one object for each argument: parameters (their bytes,
hexadecimal) at the start and at the end, losses after every epoch, held-out
losses of the final and of the selected epoch, seconds of training.
Usage: reference_training.py '{"activation": "relu", "seed": 0, "samples": 2000,
  "noise": 0.2, "split": [60, 20, 20], "hidden": [64, 64], "batch": 64,
  "epochs": 100, "lr": 0.001}' ...
"""

import json
import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # not among torch's own threads

import torch
from torch.nn import functional as F

import reference_data

ACTIVATIONS = {"relu": torch.nn.ReLU, "gelu": torch.nn.GELU}


def load(options):
    names = "samples", "noise", "seed", "split"
    parts = reference_data.parts(**{name: options[name] for name in names})
    return [(torch.from_numpy(x), torch.from_numpy(y)) for x, y in parts]


def build(options):
    layers, inputs = [], 2
    for width in options["hidden"]:
        layers += [torch.nn.Linear(inputs, width),
                   ACTIVATIONS[options["activation"]]()]
        inputs = width
    return torch.nn.Sequential(*layers, torch.nn.Linear(inputs, 2))


def parameters(model):
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def loss_on(model, part):
    with torch.no_grad():
        return F.cross_entropy(model(part[0]), part[1]).item()


def epoch(model, optimizer, train, batch):
    order = torch.randperm(len(train[0]))
    for rows in order.split(batch or len(order)):
        loss = F.cross_entropy(model(train[0][rows]), train[1][rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def run(options):
    train, validation, test = load(options)
    began = time.perf_counter()
    torch.manual_seed(options["seed"])
    model = build(options)
    optimizer = torch.optim.Adam(model.parameters(), lr=options["lr"])
    start = parameters(model)
    losses = []
    best, best_parameters = float("inf"), None
    for _ in range(options["epochs"]):
        epoch(model, optimizer, train, options["batch"])
        losses.append([loss_on(model, train), loss_on(model, validation)])
        if losses[-1][1] < best:
            best, best_parameters = losses[-1][1], parameters(model)
    end = parameters(model)
    final = loss_on(model, test)
    torch.nn.utils.vector_to_parameters(best_parameters, model.parameters())
    return {"start": start.numpy().tobytes().hex(),
            "end": end.numpy().tobytes().hex(),
            "losses": losses,
            "test_final": final,
            "test_best": loss_on(model, test),
            "seconds": time.perf_counter() - began}


if __name__ == "__main__":
    torch.set_num_threads(1)
    print(json.dumps([run(json.loads(text)) for text in sys.argv[1:]]))
