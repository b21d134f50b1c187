import type { Locator } from 'playwright-core'

/** A part of a page that has nothing to show. */
export interface EmptyPart {
  readonly title: string
  /** What stands below the title, apart from buttons. */
  readonly sentence: string
  readonly picture: Picture | null
}

export interface Picture {
  /** The shapes that it is made of. */
  readonly shapes: string
  readonly isHidden: boolean
  readonly size: readonly [width: number, height: number]
  /** The colors of its lines. */
  readonly colors: readonly string[]
}

/** Reads what the empty parts of a page say and draw. */
export const readEmptyParts = (main: Locator): Promise<EmptyPart[]> =>
  main.locator('[data-empty]').evaluateAll((parts) =>
    parts.map((part) => {
      const words = [...part.querySelectorAll(':scope > * > :not(svg)')].map((element) => {
        const copy = element.cloneNode(true) as Element
        for (const button of copy.querySelectorAll('.mantine-Button-root')) button.remove()
        return copy.textContent?.trim() ?? ''
      })
      const [title = '', ...rest] = words
      const svg = part.querySelector('svg.look-picture')
      const box = svg?.getBoundingClientRect()
      const lines = [...(svg?.querySelectorAll('*') ?? [])].map((line) => getComputedStyle(line).stroke)
      const picture = svg && {
        shapes: svg.innerHTML,
        isHidden: svg.getAttribute('aria-hidden') === 'true',
        size: [box?.width ?? 0, box?.height ?? 0] as const,
        colors: [...new Set(lines)],
      }
      return { title, sentence: rest.join(' ').trim(), picture }
    }),
  )
