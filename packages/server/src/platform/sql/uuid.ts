/** PostgreSQL writes UUIDs in lower case; compare input from elsewhere without regard to case. */
export const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const UUID = new RegExp(UUID_PATTERN, 'i')

/** Returns whether the text is a UUID in its usual form, in any letter case. */
export const isUuid = (text: string): boolean => UUID.test(text)
