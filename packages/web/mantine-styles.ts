import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const MODULE = 'virtual:mantine-styles'
const STYLES = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles')
/** What all components need before their own, in the order that the library asks for. */
const BASE = ['baseline', 'default-css-variables', 'global']
/** The file with the class names of a component, as its code imports it. */
const CLASS_NAMES = /from "[^"]*\/([A-Za-z]+)\.module\.mjs"/g

const importsOf = (names: Iterable<string>): string =>
  [...names].map((name) => `import ${JSON.stringify(join(STYLES, `${name}.css`))}\n`).join('')

/**
 * Loads the styles of a Mantine component with the component, which are a third of the styles of all: a component's styles follow
 * those of the components that it is made of. The development server, which does not transform libraries, gets all of them.
 */
export const mantineStyles = (): Plugin => {
  let building = false
  return {
    name: 'rollcall-mantine-styles',
    configResolved({ command }) {
      building = command === 'build'
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined
      return { code: building ? '' : "import '@mantine/core/styles.css'", moduleSideEffects: true }
    },
    transform(code, id) {
      if (!building || !id.includes('/@mantine/core/esm/')) return undefined
      const names = new Set(code.matchAll(CLASS_NAMES).map(([, name]) => name as string))
      const styled = [...names].filter((name) => existsSync(join(STYLES, `${name}.css`)))
      return styled.length > 0
        ? { code: `${code}\n${importsOf([...BASE, ...styled])}`, map: null, moduleSideEffects: false }
        : undefined
    },
  }
}
