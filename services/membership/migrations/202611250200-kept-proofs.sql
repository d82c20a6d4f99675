-- The wallet's signature of the message, in base58 or base64, for the receipt of what it paid for.
alter table payment_proofs add column signed text;
