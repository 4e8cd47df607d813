import unittest


def test_client(client):
    assert client


class ClientCase(unittest.TestCase):
    def test_subtests(self):
        for number in range(3):
            with self.subTest(number=number):
                self.assertTrue(number >= 0)

    def test_other(self):
        self.fail("other")
