import { createContext, use } from 'react'

/** The scope of all figures of a page: places, groups and days. */
export interface Scope {
  /** In words, for exported pictures. */
  readonly text: string
  /** Short, for the names of files. */
  readonly file: string
}

/** Empty if nothing is chosen. */
export const Caption = createContext<Scope>({ text: '', file: '' })

/** The title of a file, with the scope of its figures. */
export const useFileTitle = (title: string): string => {
  const { file } = use(Caption)
  return file ? `${title} ${file}` : title
}
