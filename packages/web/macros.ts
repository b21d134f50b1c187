import { type PluginObj, transformAsync, transformSync, types } from '@babel/core'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { LOCALES } from './src/language/files-of-words.ts'

/** Only these files have words to translate. */
const HAS_MACROS = /from '@lingui\/(?:core|react)\/macro'/

const linguiConfig = makeConfig({ locales: [...LOCALES] }, { skipValidation: true })

/** The property of an object with this name, such as the `message` of what a macro became. */
const propertyOf = ({ properties }: types.ObjectExpression, name: string): types.ObjectProperty | undefined =>
  properties.find((each) => types.isObjectProperty(each) && types.isIdentifier(each.key, { name })) as
    | types.ObjectProperty
    | undefined

/** Whether a macro became this object, which it marks. Its id tells less, as the context of a message is part of it. */
const isDescriptor = ({ leadingComments }: types.ObjectExpression): boolean =>
  leadingComments?.some(({ value }) => /^\W*i18n\W*$/.test(value)) ?? false

const textOf = (property: types.ObjectProperty | undefined): string | undefined =>
  types.isStringLiteral(property?.value) ? property.value.value : undefined

/**
 * Compiles the English messages here, as those of the other languages are, so that the browser needs no compiler. A message in
 * which nothing varies stays a text.
 */
const compileMessages = (): PluginObj => ({
  visitor: {
    Program: {
      exit: (program) =>
        program.traverse({
          ObjectExpression({ node }) {
            const message = propertyOf(node, 'message')
            const text = textOf(message)
            if (!isDescriptor(node) || !message || text === undefined) return
            const tokens = compileMessageOrThrow(text)
            if (tokens.length === 1 && tokens[0] === text) return
            // As JSON, tokens have nothing that is undefined.
            message.value = types.valueToNode(JSON.parse(JSON.stringify(tokens)))
          },
        }),
    },
  },
})

const optionsOf = (filename: string) => ({
  filename,
  babelrc: false,
  configFile: false,
  sourceMaps: true,
  // English stays in the code, so that it needs no file of its own.
  plugins: [[linguiMacro, { descriptorFields: 'message', linguiConfig }], compileMessages],
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
