/** Lists open inside the landmark of the scope. */
export const IN_PLACE = { withinPortal: false }

/** The list itself scrolls, which those who use it by keys are used to; a short input leaves room for what is chosen. */
export const PICKER_STYLES = {
  inputField: { minWidth: 40 },
  options: { maxHeight: 280, overflowY: 'auto' },
} as const
