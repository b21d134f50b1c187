import { createContext } from 'react'

/** What all figures of a page are about, for pictures that leave it: places, groups and days. Empty where nothing is chosen. */
export const Caption = createContext('')
