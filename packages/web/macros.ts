import { transformAsync, transformSync } from '@babel/core'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { LOCALES } from './src/language/files-of-words.ts'

/** Only these files have words to translate. */
const HAS_MACROS = /from '@lingui\/(?:core|react)\/macro'/

const linguiConfig = makeConfig({ locales: [...LOCALES] }, { skipValidation: true })

const optionsOf = (filename: string) => ({
  filename,
  babelrc: false,
  configFile: false,
  sourceMaps: true,
  // English stays in the code, so that it needs no file of its own.
  plugins: [[linguiMacro, { descriptorFields: 'message', linguiConfig }]],
  parserOpts: { plugins: ['typescript', ...(filename.endsWith('x') ? ['jsx' as const] : [])] as ['typescript'] },
})

/** Makes calls of the language library out of its macros: t`Desk`, <Trans>Desk</Trans>. Types stay for what comes after. */
export const macros = (): Plugin => ({
  name: 'rollcall-macros',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: HAS_MACROS },
    handler: async (code, id) => {
      const made = await transformAsync(code, optionsOf(id))
      return made?.code ? { code: made.code, map: made.map } : undefined
    },
  },
})

/** The same for a file that Node runs itself, on the lines where it was written. */
export const withoutMacros = (code: string, filename: string): string =>
  HAS_MACROS.test(code)
    ? (transformSync(code, { ...optionsOf(filename), sourceMaps: false, retainLines: true })?.code ?? code)
    : code
