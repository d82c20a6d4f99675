/** What the wallet that paid signs for; completes "I want this payment to …". */
export function paymentPurpose(reference: string): string {
  return `admit me to the Secret Sausage Society (${reference})`;
}

/** What a member's wallet signs for in another browser; completes "I want to …". */
export function browserPurpose(reference: string): string {
  return `open the Secret Sausage Society in this browser (${reference})`;
}
