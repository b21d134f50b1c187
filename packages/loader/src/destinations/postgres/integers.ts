export const writeInt32 = (to: Buffer, at: number, value: number): void => {
  to[at] = value >>> 24
  to[at + 1] = value >>> 16
  to[at + 2] = value >>> 8
  to[at + 3] = value
}

/** The high half of a negative number is rounded down, as two's complement has it. */
export const writeInt64 = (to: Buffer, at: number, value: number): void => {
  writeInt32(to, at, Math.floor(value / 2 ** 32))
  writeInt32(to, at + 4, value)
}
