from shop import money, price


class Cart:
    def __init__(self):
        self.lines = []

    def add(self, name, pieces, each):
        if pieces <= 0:
            raise ValueError("%d pieces of %s" % (pieces, name))
        self.lines.append((name, pieces, each))

    @property
    def total(self):
        return sum(price.bulk(pieces, each) for _, pieces, each in self.lines)

    def shared_by(self, people):
        return money.share(self.total, people)

    def receipt(self):
        rows = ["%s x %d" % (name, pieces) for name, pieces, _ in self.lines]
        rows.append("total %s" % money.text(self.total))
        return "\n".join(rows)
