"""The operators from Python: schemas, autograd, agreement with PyTorch's own.

Called with the path of libgelu_torch.so.
"""

import sys
import unittest

import torch
import torch.nn.functional as F
from torch.autograd import forward_ad, gradcheck, gradgradcheck
from torch.autograd.profiler import profile

torch.ops.load_library(sys.argv.pop(1))
ops = torch.ops.gelu

SCHEMAS = {s.name.split("::")[1]: s for s in torch._C._jit_get_all_schemas()
           if s.name.startswith("gelu::")}
ACTIVATIONS = {name: schema for name, schema in SCHEMAS.items()
               if not name.startswith("activation")}
PARAMETRIC = [n for n, s in ACTIVATIONS.items() if len(s.arguments) == 3]


def inputs(*sizes, dtype=torch.double):
    """Of both signs, clear of 0, where some derivatives jump."""
    torch.manual_seed(0)
    x = 3 * torch.randn(*sizes, dtype=dtype)
    return (x + 0.05 * x.sign()).requires_grad_()


class Operators(unittest.TestCase):

    def test_one_for_each_activation(self):
        with self.assertRaises(RuntimeError) as caught:
            ops.activation(torch.ones(1), "no_such")
        listed = str(caught.exception).split("there are ")[1].split()
        self.assertEqual(sorted(listed), sorted(ACTIVATIONS))
        x = inputs(100, dtype=torch.float)
        for name in ACTIVATIONS:
            y = getattr(ops, name)(x)
            self.assertTrue(torch.equal(y, ops.activation(x, name)), name)
            self.assertTrue(torch.equal(y, ops.activation(x, name.upper())))

    def test_parameters_have_names(self):
        x = inputs(100, dtype=torch.float)
        self.assertEqual(sorted(PARAMETRIC), ["elu", "leaky_relu", "silu"])
        for name in PARAMETRIC:
            argument = ACTIVATIONS[name].arguments[1].name
            y = getattr(ops, name)(x, **{argument: 0.3})
            want = ops.activation(x, name, parameter=0.3)
            self.assertTrue(torch.equal(y, want), name)
            self.assertFalse(torch.equal(y, getattr(ops, name)(x)), name)

    def test_scripts(self):
        @torch.jit.script
        def f(x):
            return torch.ops.gelu.activation(x, "silu", parameter=2.0)

        x = inputs(10)
        self.assertTrue(torch.equal(f(x), ops.silu(x, 2.0)))

    def test_other_tensors_are_refused(self):
        for x in (torch.arange(3), torch.ones(3, dtype=torch.bool),
                  torch.ones(3, dtype=torch.cfloat)):
            with self.assertRaisesRegex(RuntimeError, "gelu takes tensors of"):
                ops.gelu(x)
        with self.assertRaisesRegex(RuntimeError, "SparseCPU"):
            ops.gelu(torch.eye(3).to_sparse())

    def test_no_needless_copies(self):
        x = torch.randn(64, 256)
        layouts = {"contiguous": x, "transposed": x.t(), "half": x[:, :128],
                   "every second": x[:, ::2], "row": x[:1].expand(64, 256)}
        for name, x in layouts.items():
            x = x.detach().requires_grad_()
            with profile() as profiled:
                ops.gelu(x).sum().backward()
            events = [e.name for e in profiled.function_events]
            copies = {"aten::copy_", "aten::clone", "aten::contiguous"}
            self.assertFalse(copies & set(events), name)
            self.assertEqual(events.count("gelu::activation"), 1, name)

    def test_blas_is_openblas(self):
        with open("/proc/self/maps") as maps:
            blas = {line.split()[-1] for line in maps if "blas" in line}
        self.assertTrue(blas)
        self.assertTrue(all("openblas" in path for path in blas), blas)


class Autograd(unittest.TestCase):

    def test_gradcheck(self):
        for name in ACTIVATIONS:
            f = getattr(ops, name)
            with self.subTest(name):
                self.assertTrue(gradcheck(f, inputs(4, 5)))
                self.assertTrue(gradcheck(f, inputs(4, 5).t()))
                self.assertTrue(gradcheck(f, inputs(())))
                self.assertTrue(gradcheck(lambda x: f(x[:, ::2]),
                                          inputs(4, 5)))
                self.assertTrue(gradcheck(lambda x: f(x.expand(3, 4)),
                                          inputs(1, 4)))
                self.assertTrue(gradcheck(
                    lambda dy: ops.activation_backward(
                        dy, inputs(4).detach(), name), inputs(4)))
        for name in PARAMETRIC:
            with self.subTest(name):
                self.assertTrue(gradcheck(
                    lambda x: ops.activation(x, name, 0.3), inputs(4, 5)))

    def test_gradient_is_the_backward_operator(self):
        for dtype in (torch.double, torch.float, torch.half, torch.bfloat16):
            x = inputs(100, dtype=dtype)
            dy = torch.randn(100).to(dtype)
            for name in ACTIVATIONS:
                dx, = torch.autograd.grad(getattr(ops, name)(x), x, dy)
                want = ops.activation_backward(dy, x.detach(), name)
                self.assertTrue(torch.equal(dx, want), (name, dtype))

    def test_records_only_what_needs_it(self):
        x = inputs(3)
        self.assertIsNotNone(ops.gelu(x).grad_fn)
        self.assertFalse(ops.gelu(x.detach()).requires_grad)
        with torch.no_grad():
            self.assertFalse(ops.gelu(x).requires_grad)
        with torch.inference_mode():
            self.assertFalse(ops.gelu(x).requires_grad)
        self.assertFalse(ops.activation_backward(
            x.detach(), x.detach(), "gelu").requires_grad)

    def test_a_changed_input_is_noticed(self):
        x = inputs(3)
        y = x * 1
        z = ops.gelu(y).sum()
        y.add_(1)
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace"):
            z.backward()

    def test_gradgradcheck(self):
        for name in ACTIVATIONS:
            f = getattr(ops, name)
            with self.subTest(name):
                self.assertTrue(gradgradcheck(f, inputs(4, 5)))
                self.assertTrue(gradgradcheck(lambda x: f(x.expand(3, 4)),
                                              inputs(1, 4)))
                self.assertTrue(gradcheck(
                    lambda dy, x: ops.activation_backward(dy, x, name),
                    (torch.randn(4, 5, dtype=torch.double).requires_grad_(),
                     inputs(5, 4).t())))
        for name in PARAMETRIC:
            with self.subTest(name):
                self.assertTrue(gradgradcheck(
                    lambda x: ops.activation(x, name, 0.3), inputs(4, 5)))

    def test_second_derivative_does_not_overflow(self):
        x, dy, ddx = (torch.tensor(v, dtype=torch.half) for v in (3., 4e4, 2.))
        x.requires_grad_()
        dx, = torch.autograd.grad(ops.gelu(x), x, dy, create_graph=True)
        got, = torch.autograd.grad(dx, x, ddx)
        want = 8e4 * ops.activation_second_derivative(x.detach().double(),
                                                      "gelu")
        self.assertLess((got - want).abs(), 2e-3 * want.abs())

    def test_third_derivatives_are_refused(self):
        for name in ACTIVATIONS:
            x = inputs(3)
            dx, = torch.autograd.grad(getattr(ops, name)(x).sum(), x,
                                      create_graph=True)
            ddx, = torch.autograd.grad(dx.sum(), x, create_graph=True)
            with self.assertRaisesRegex(
                    RuntimeError,
                    name + ": third derivatives are not available"):
                ddx.sum().backward()

    def test_forward_mode_is_refused(self):
        x = inputs(3).detach()
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(x, torch.ones_like(x))
            with self.assertRaisesRegex(RuntimeError, "jvp"):
                ops.gelu(dual)


class Accuracy(unittest.TestCase):

    def test_unknown_is_refused(self):
        for device in ("cpu", "meta"):
            x = torch.ones(3, device=device)
            for call in (ops.gelu, lambda x, **accuracy:
                         ops.activation_backward(x, x, "silu", **accuracy)):
                with self.assertRaisesRegex(
                        RuntimeError, "accuracy.*quick.*correct fast"):
                    call(x, accuracy="quick")

    def test_fast_is_near_correct(self):
        def ordered(x):  # neighbours differ by 1
            bits = x.detach().view(torch.int32)
            return torch.where(bits < 0, -(bits & 0x7fffffff), bits).long()

        differ = False
        x = torch.linspace(-15, 15, 100001).requires_grad_()
        dy = torch.randn(100001)
        for name in ACTIVATIONS:
            results = []
            for accuracy in ("correct", "fast"):
                y = ops.activation(x, name, accuracy=accuracy)
                dx, = torch.autograd.grad(y, x, dy)
                self.assertTrue(torch.equal(dx, ops.activation_backward(
                    dy, x.detach(), name, accuracy=accuracy)), name)
                results.append((y, dx))
            for correct, fast in zip(*results):
                distance = (ordered(correct) - ordered(fast)).abs().max()
                self.assertLessEqual(distance, 4, name)
                differ |= distance > 0
        self.assertTrue(differ)

    def test_gradients_keep_the_accuracy(self):
        x, dy = torch.randn(2, 10000)
        x.requires_grad_()
        want = {accuracy: ops.activation_backward(dy, x.detach(), "gelu",
                                                  accuracy=accuracy)
                for accuracy in ("correct", "fast")}
        self.assertFalse(torch.equal(want["correct"], want["fast"]))
        for accuracy, dx in want.items():
            y = ops.gelu(x, accuracy=accuracy)
            got, = torch.autograd.grad(y, x, dy)
            self.assertTrue(torch.equal(got, dx), accuracy)


class PyTorchsOwn(unittest.TestCase):
    """Ours is right to the last bit; PyTorch's own 1 + erf(x) cancels in the
    negative tail, so that it is right only in proportion to |x| there."""

    PAIRS = {
        "relu": F.relu, "leaky_relu": F.leaky_relu, "elu": F.elu,
        "sigmoid": torch.sigmoid, "silu": F.silu, "gelu": F.gelu,
        "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
        "identity": lambda x: x,
        "quick_gelu": lambda x: x * torch.sigmoid(1.702 * x),
    }

    def test_values_and_gradients(self):
        self.assertEqual(sorted(self.PAIRS), sorted(ACTIVATIONS))
        for name, theirs in self.PAIRS.items():
            for dtype in (torch.double, torch.float):
                x = inputs(10000, dtype=dtype)
                y, want = getattr(ops, name)(x), theirs(x)
                dx, = torch.autograd.grad(y.sum(), x)
                want_dx, = torch.autograd.grad(want.sum(), x)
                bound = 8 * torch.finfo(dtype).eps * x.detach().abs().clamp(1)
                self.assertTrue(((y - want).abs() <= bound).all(), name)
                self.assertTrue(((dx - want_dx).abs() <= bound).all(), name)

    def test_second_derivatives(self):
        for name, theirs in self.PAIRS.items():
            x = inputs(10000)
            dy = torch.randn(10000, dtype=torch.double).requires_grad_()
            ddx = torch.randn(10000, dtype=torch.double)
            results = []
            for f in (getattr(ops, name), theirs):
                dx, = torch.autograd.grad(f(x), x, dy, create_graph=True)
                results.append(torch.autograd.grad(
                    dx, (x, dy), ddx, allow_unused=True))
            for got, want in zip(*results):
                want = torch.zeros_like(x) if want is None else want
                torch.testing.assert_close(got, want, rtol=1e-13, atol=1e-13,
                                           msg=name)


unittest.main(verbosity=2)
