// Kept free of Zod, which pages load only with their forms.

/** Why a text cannot be checked, and what to do instead. */
export const unknownTexts = {
  no_name: 'There is no name, link or address in this. Paste the @name, the wallet or the link to a post.',
  not_a_handle:
    "X usernames have up to 15 letters, digits and underscores, so this can't be one. Open the profile and copy its link.",
  foreign_letters:
    'X usernames only have the letters a–z, digits and underscores. This one has other characters that look like them, which is a common trick.',
  user_number:
    "This link has an account number, not a name, so I can't tell who it is. Open it and paste the @name you see.",
  short_link:
    "This is a short link, and I don't follow those. Open it with care, and paste the address it leads to.",
  short_address:
    "This is a shortened address, so I can't tell which one it is. Copy the whole address and paste it.",
  invite:
    "This is an invitation to a chat, so I can't tell who is behind it. Paste the @name of the account that sent it.",
  x_page: 'This page on X belongs to no single account. Paste the @name or the link to a post.',
  site_page: "This page doesn't say who it's about. Paste the @name, the wallet or the link to a post.",
  email: "I can't check email addresses. Paste the @name of the account, or the website.",
  other_network:
    "This is an account on a network that I can't check. Paste the @name it uses on X, if it has one.",
} as const;
export type UnknownReason = keyof typeof unknownTexts;
export const unknownReasons = Object.keys(unknownTexts) as [UnknownReason, ...UnknownReason[]];
