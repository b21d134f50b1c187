/** Letters and digits without those that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const OF = 4

/** A random password of 20 letters and digits, 99 bits, in groups that can be read aloud. */
export const generatePassword = (): string => {
  const letters: string[] = []
  const bytes = new Uint8Array(1)
  while (letters.length < GROUPS * OF) {
    const [byte = 0] = crypto.getRandomValues(bytes)
    // Larger bytes are skipped, because they would make some letters more likely.
    if (byte < 256 - (256 % LETTERS.length)) letters.push(LETTERS[byte % LETTERS.length] as string)
  }
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * OF, (group + 1) * OF).join('')).join('-')
}
