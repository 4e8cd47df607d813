mod refunds;
