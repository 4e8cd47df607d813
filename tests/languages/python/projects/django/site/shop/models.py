from django.db import models


class Item(models.Model):
    name = models.CharField(max_length=20)

    def short(self):
        return self.name[:3]

    def never_called(self):
        return "never"
