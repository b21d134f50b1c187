import type { Plugin } from 'vite'

const MODULES = ['@messageformat/date-skeleton', '@messageformat/date-skeleton/lib/options.js']
const NONE = '\0rollcall-no-date-skeletons'

/**
 * Leaves out of the first load what compiles `{day, date, ::yyyyMMMd}`. No message has one, as the test of translations says:
 * the time module formats days.
 */
export const withoutDateSkeletons = (): Plugin => ({
  name: 'rollcall-without-date-skeletons',
  enforce: 'pre',
  resolveId: (id) => (MODULES.includes(id) ? NONE : undefined),
  load: (id) =>
    id === NONE
      ? `export const parseDateTokens = () => { throw new Error('Dates are formatted before they enter a message') }
         export const getDateFormatOptions = parseDateTokens`
      : undefined,
})
