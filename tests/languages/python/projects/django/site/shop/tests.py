import unittest

from django.test import SimpleTestCase, TestCase

from .models import Item


class ItemTests(TestCase):
    @classmethod
    def setUpTestData(cls):
        Item.objects.create(name="hammer")

    def test_passes(self):
        self.assertEqual(Item.objects.get().name, "hammer")

    def test_fails(self):
        self.assertEqual(Item.objects.get().short(), "nail")

    @unittest.skip("not today")
    def test_is_skipped(self):
        self.fail()


class NoData(TestCase):
    @classmethod
    def setUpTestData(cls):
        raise RuntimeError("no data")

    def test_never_runs(self):
        pass


class NotReady(SimpleTestCase):
    def _pre_setup(self):
        raise ValueError("not ready")

    def test_never_runs(self):
        pass
