import type { MarkdownOptions } from 'vitepress'

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number]

/** Where the configuration, which the builder loads as a module of its own, leaves the rules. */
export const COLORS_FILE = 'code-colors.css'

/** The pairs of colors that highlighted code has, light and dark, by the class that replaces them. */
const colors = new Map<string, string>()

/** Gives words of code a class instead of a style, because the policy of the service allows no style within a page. */
export const colorClasses: Transformer = {
  name: 'rollcall-color-classes',
  span(node) {
    const style = node.properties.style
    if (typeof style !== 'string') return
    const name = `code-${style
      .replaceAll(/--shiki-(?:light|dark)/g, '')
      .replaceAll(/[^\da-z]+/gi, '')
      .toLowerCase()}`
    colors.set(name, style)
    delete node.properties.style
    this.addClassToHast(node, name)
  },
}

/** The rules of all classes that were given. */
export const colorRules = (): string =>
  [...colors]
    .toSorted()
    .map(([name, style]) => `.${name}{${style}}`)
    .join('\n')
