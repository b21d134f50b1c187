const KEY = 'rollcall.single-keys'

/** Whether keys without a modifier are shortcuts. Speech input and some keyboards need them off (WCAG 2.1.4). */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(KEY) !== 'off',
  turn: (on: boolean): void => (on ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, 'off')),
}
