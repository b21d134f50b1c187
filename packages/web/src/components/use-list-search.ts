import type { ComboboxItem } from '@mantine/core'
import { searchText } from '@rollcall/contract'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'

const OPTION = '[data-combobox-option]:not([data-combobox-disabled])'
/** The option that Enter takes, as the library marks it. */
const CHOSEN = '[data-combobox-option][data-combobox-selected]'

/** The list of the field that has the focus. The library names it to the field only once that is rendered again. */
const openList = (): Element | null =>
  document.getElementById(document.activeElement?.getAttribute('aria-controls') ?? '') ?? document.querySelector('[role=listbox]')

/** The first option that has the text; others are there for what is below them, or because the service found more than labels. */
const firstHit = (list: Element | null, text: string): HTMLElement | undefined => {
  const options = [...(list?.querySelectorAll<HTMLElement>(OPTION) ?? [])]
  const wanted = searchText(text.trim())
  return options.find(({ textContent }) => searchText(textContent ?? '').includes(wanted)) ?? options[0]
}

interface FieldOfSearch {
  readonly options: readonly ComboboxItem[]
  /** What is chosen, for comparison. */
  readonly chosen: string
  readonly searchValue: string | undefined
  readonly onSearchChange: ((text: string) => void) | undefined
  readonly onTake: (option: ComboboxItem) => void
}

/**
 * Enter in an open list takes the chosen or first hit, and never sends the form. A text that is no choice stays, marked as wrong,
 * and its form is not sent. The text of a choice is selected when the field is entered, so that typing replaces it.
 */
export const useListSearch = ({ options, chosen, searchValue, onSearchChange, onTake }: FieldOfSearch) => {
  const [isOpen, setOpen] = useState(false)
  const [ownText, setText] = useState('')
  const [isUnlisted, setUnlisted] = useState(false)
  const isTyped = useRef(false)
  const isKept = useRef(false)
  const text = searchValue ?? ownText
  const isWanted = () => isTyped.current && text.trim() !== ''
  const change = (next: string): void => {
    if (isKept.current) return
    setText(next)
    onSearchChange?.(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice settles what was typed before.
  useEffect(() => {
    isTyped.current = false
    setUnlisted(false)
  }, [chosen])
  useEffect(() => {
    const list = isOpen && isWanted() ? openList() : null
    if (list?.querySelector(CHOSEN) === null) firstHit(list, text)?.setAttribute('data-combobox-selected', 'true')
  })
  const onEnter = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!isOpen) {
      if (!isWanted()) return
      event.preventDefault()
      setUnlisted(true)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    const list = openList()
    const chosenHit = list?.querySelector<HTMLElement>(CHOSEN)
    if (chosenHit) chosenHit.click()
    else if (isWanted()) firstHit(list, text)?.click()
    else setOpen(false)
  }
  const leave = (): void => {
    if (!isWanted()) return
    // Of Muller and Müller the one that was typed.
    const findSame = (fold: (given: string) => string) => options.find(({ label }) => fold(label) === fold(text.trim()))
    const exact = findSame((given) => given.toLowerCase()) ?? findSame(searchText)
    if (exact) {
      isTyped.current = false
      onTake(exact)
      return
    }
    setUnlisted(true)
    // The library would put the text of the last choice back while the field is left.
    isKept.current = true
    setTimeout(() => {
      isKept.current = false
    })
  }
  return {
    isUnlisted,
    close: () => setOpen(false),
    settle: () => {
      isTyped.current = false
      setUnlisted(false)
    },
    change,
    props: {
      searchValue: text,
      onSearchChange: change,
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => setOpen(false),
      'data-unlisted': isUnlisted || undefined,
      onInput: () => {
        isTyped.current = true
        setUnlisted(false)
      },
      onKeyDownCapture: onEnter,
      onBlurCapture: leave,
      onFocusCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
      // A click puts the cursor into the text after the field got the focus.
      onClickCapture: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
        if (!isTyped.current) currentTarget.select()
      },
    },
  }
}
