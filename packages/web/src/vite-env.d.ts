declare module 'virtual:endpoints' {
  import type { Operation } from '@rollcall/contract'

  /** Method and path of each operation. */
  export const PATHS: Readonly<Record<Operation, readonly [method: string, path: string]>>
}

declare module '*.css'

/** The styles of the component library, as far as the development server does not load them with each component. */
declare module 'virtual:mantine-styles'

/** The typeface, reduced to the characters of Europe's languages. */
declare module 'virtual:typeface.css'
