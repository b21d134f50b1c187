import { i18n, type MessageDescriptor } from '@lingui/core'

/** Words of a constant in a file that is loaded before the words are: each is looked up when it is read. */
export const laterWords = <Key extends string>(
  messages: Readonly<Record<Key, MessageDescriptor>>,
): Readonly<Record<Key, string>> => {
  const lookups = Object.entries<MessageDescriptor>(messages).map(([key, message]) => [
    key,
    { enumerable: true, get: () => i18n._(message) },
  ])
  return Object.defineProperties({}, Object.fromEntries(lookups)) as Readonly<Record<Key, string>>
}
