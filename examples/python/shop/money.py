"""Amounts in cents, so that nothing is lost in sums."""


def share(amount, parts):
    """The amount in equal parts; the first ones take what does not divide."""
    if parts < 1:
        raise ValueError("an amount cannot be shared by %d" % parts)
    part, rest = divmod(amount, parts)
    return [part + 1] * rest + [part] * (parts - rest)


def text(amount):
    return "%d.%02d" % divmod(amount, 100)
