/** The purpose that the paying wallet signs; completes "I want this payment to …". */
export function paymentPurpose(reference: string): string {
  return `admit me to the Secret Sausage Society (${reference})`;
}

/** The purpose that a member's wallet signs in another browser; completes "I want to …". */
export function browserPurpose(reference: string): string {
  return `open the Secret Sausage Society in this browser (${reference})`;
}
