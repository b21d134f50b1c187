/**
 * All design decisions as values: type, spacing, radii, elevation, motion and color. The theme of the components, the CSS variables
 * `--look-…` and the charts are made of them; `docs/design.md` says how they are used. Colors are checked by `tokens.test.ts`.
 */

/** Steps of a scale, as the component library names them. */
type Steps = Readonly<Record<'xs' | 'sm' | 'md' | 'lg' | 'xl', string>>

export const FONT_FAMILY =
  '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/** Sizes in rem, so that they follow the size that the reader set in the browser. */
export const TYPE: { readonly size: Steps; readonly lineHeight: Steps } = {
  size: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeight: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.45', xl: '1.35' },
}

/** Headings, from the one of a page to the one of a part in a card. */
export const HEADINGS = {
  weight: '600',
  tracking: '-0.014em',
  h1: { fontSize: '1.75rem', lineHeight: '1.25' },
  h2: { fontSize: '1.375rem', lineHeight: '1.3' },
  h3: { fontSize: '1.125rem', lineHeight: '1.35' },
  h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
  h5: { fontSize: '0.875rem', lineHeight: '1.45' },
  h6: { fontSize: '0.75rem', lineHeight: '1.45' },
} as const

export type Density = 'comfortable' | 'compact'

/** Distances, and how high controls and rows are. Compact shows about a third more rows, with targets of at least 24 px. */
export const DENSITY: Readonly<Record<Density, { spacing: Steps; row: string; control: 'xs' | 'sm' }>> = {
  comfortable: {
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    row: '0.5rem',
    control: 'sm',
  },
  compact: {
    spacing: { xs: '0.375rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
    row: '0.25rem',
    control: 'xs',
  },
}

export const RADIUS: Steps = { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.625rem', xl: '1rem' }

/** What lies on the page has a line and no shadow; menus have `md`, dialogs `xl`. */
export const ELEVATION: Steps = {
  xs: '0 1px 1px rgb(16 18 22 / 6%)',
  sm: '0 1px 2px rgb(16 18 22 / 8%), 0 1px 1px rgb(16 18 22 / 4%)',
  md: '0 4px 12px rgb(16 18 22 / 10%), 0 1px 3px rgb(16 18 22 / 8%)',
  lg: '0 8px 24px rgb(16 18 22 / 12%), 0 2px 6px rgb(16 18 22 / 8%)',
  xl: '0 16px 48px rgb(16 18 22 / 18%), 0 4px 12px rgb(16 18 22 / 10%)',
}

/** Times in milliseconds. All of them are 0 for people who ask for reduced motion. */
export const MOTION = { fast: 90, base: 150, easing: 'cubic-bezier(0.2, 0, 0, 1)' } as const

/** The same ten steps for each palette, from the lightest to the darkest. */
export const PALETTE = {
  petrol: ['#e6f7f8', '#d2ebed', '#a5d6da', '#75c0c6', '#4eaeb6', '#34a3ac', '#2191a0', '#0b6b75', '#0b5c63', '#004a50'],
  gray: ['#f7f8f9', '#f0f2f4', '#e5e8eb', '#d8dce1', '#c3c9d0', '#a2aab4', '#7a838f', '#515965', '#343a44', '#1b1f25'],
  dark: ['#e4e7eb', '#b7bdc7', '#9aa2ae', '#717985', '#363a42', '#2a2e34', '#1f2227', '#16181c', '#101215', '#0a0b0d'],
} as const

/** How much of its lightness a floor plan gives up in the dark: a white one would glare. */
export const PLAN_INVERSION = 0.88

export type Scheme = 'light' | 'dark'

interface Colors {
  /** What things lie on: the page, the navigation around it, and what is in front of the page, such as menus. */
  readonly page: string
  readonly frame: string
  readonly raised: string
  /** Under the pointer, or chosen. */
  readonly hover: string
  readonly line: string
  readonly text: string
  /** Explanations and labels; still 4.5 on everything they lie on. */
  readonly quiet: string
  /** Links, what is chosen, and the ring of the keyboard focus. */
  readonly accent: string
  /** The entry of the navigation that is shown, with the color of its words. */
  readonly chosen: readonly [color: string, text: string]
  /** The white of a floor plan, whose image is inverted in the dark. */
  readonly plan: string
  readonly success: string
  readonly warning: string
  readonly danger: string
  /** Series of a chart, in the order in which they are used. Each also has a pattern. */
  readonly series: readonly string[]
  /** Shares from low to high, with the color of a number written on them. */
  readonly scale: readonly (readonly [color: string, text: string])[]
}

const INK = '#1b1f25'
const PAPER = '#ffffff'

export const COLORS: Readonly<Record<Scheme, Colors>> = {
  light: {
    page: PAPER,
    frame: PALETTE.gray[0],
    raised: PAPER,
    hover: PALETTE.gray[1],
    line: PALETTE.gray[3],
    text: INK,
    quiet: PALETTE.gray[7],
    accent: PALETTE.petrol[8],
    chosen: [PALETTE.petrol[1], PALETTE.petrol[9]],
    plan: PAPER,
    success: '#1b6e2c',
    warning: '#8a4b00',
    danger: '#b02525',
    series: ['#0b6b75', '#c2410c', '#6b7280', '#7c4dbd'],
    scale: [
      ['#edf7f8', INK],
      ['#c5e5e8', INK],
      ['#8ecbd1', INK],
      ['#4faab3', INK],
      ['#1b7f89', PAPER],
      ['#004a50', PAPER],
    ],
  },
  dark: {
    page: PALETTE.dark[7],
    frame: PALETTE.dark[8],
    raised: PALETTE.dark[6],
    hover: PALETTE.dark[5],
    line: PALETTE.dark[4],
    text: PALETTE.dark[0],
    quiet: PALETTE.dark[1],
    accent: PALETTE.petrol[3],
    chosen: [PALETTE.petrol[7], PAPER],
    plan: '#1f1f1f',
    success: '#8ce99a',
    warning: '#ffc078',
    danger: '#ffa8a8',
    series: ['#4eaeb6', '#f0883e', '#a6adb8', '#b79ae8'],
    scale: [
      ['#1d3437', PAPER],
      ['#16494e', PAPER],
      ['#0b6b75', PAPER],
      ['#34a3ac', INK],
      ['#75c0c6', INK],
      ['#c8ecef', INK],
    ],
  },
}
