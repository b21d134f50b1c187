/** A setting is wrong; the message names it and says what it may be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
