import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const MERGE_REFS = '\0rollcall-merge-refs'
const SCROLL_CLASS_NAMES = '\0rollcall-scroll-class-names'

/** Modules of the first load that import one small thing from a library of overlays, and what has that thing only. */
const REPLACED: readonly { readonly library: string; readonly importer: RegExp; readonly by: string }[] = [
  { library: '@floating-ui/react', importer: /\/@mantine\/core\/esm\/components\/ScrollArea\/ScrollArea\.mjs$/, by: MERGE_REFS },
  {
    library: 'react-remove-scroll',
    importer: /\/@mantine\/core\/esm\/components\/AppShell\/AppShell\w+\/AppShell\w+\.mjs$/,
    by: SCROLL_CLASS_NAMES,
  },
]

const CODE: Readonly<Record<string, string>> = {
  // Both pass an element to several refs, and call what a ref returned once the element is gone.
  [MERGE_REFS]: `import { useMergedRef } from '@mantine/hooks'
    export const useMergeRefs = (refs) => useMergedRef(...refs)`,
  [SCROLL_CLASS_NAMES]: `import { fullWidthClassName, zeroRightClassName } from 'react-remove-scroll-bar/constants'
    export const RemoveScroll = { classNames: { fullWidth: fullWidthClassName, zeroRight: zeroRightClassName } }`,
}

/**
 * Leaves the libraries that place menus and lock the page behind dialogs out of the first load, which is a tenth of it. Menus and
 * dialogs load them. The development server, which bundles libraries beforehand, keeps the imports.
 */
export const smallMantineImports = (): Plugin => ({
  name: 'rollcall-small-mantine-imports',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /^(?:@floating-ui\/react|@mantine\/hooks|react-remove-scroll(?:-bar\/constants)?)$/ },
    handler(id, importer = '') {
      const replaced = REPLACED.find((each) => each.library === id && each.importer.test(importer))
      if (replaced) return replaced.by
      // The constants belong to a library of the library, which may be installed below it.
      if (!(importer in CODE)) return undefined
      const mantine = createRequire(import.meta.url).resolve('@mantine/core')
      const owner = importer === SCROLL_CLASS_NAMES ? createRequire(mantine).resolve('react-remove-scroll') : mantine
      return this.resolve(id, owner)
    },
  },
  load: (id) => (id in CODE ? { code: CODE[id] as string, moduleSideEffects: false } : undefined),
})
