/** As one word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** What reads an address with a key, whose id and secret stay out of the line, into a file. */
export const curlLine = (address: string, file: string): string =>
  [
    'curl --fail --silent --show-error --compressed -u "$KEY_ID:$KEY_SECRET"',
    `  -o ${quoted(file)}`,
    `  ${quoted(address)}`,
  ].join(' \\\n')
