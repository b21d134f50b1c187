import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-tabs.module.css'

interface Props<T extends string> {
  /** The names of the tabs, in their order. */
  readonly tabs: Readonly<Record<T, string>>
  readonly value: T
  readonly onChange: (tab: T) => void
  /** Names the list of tabs for screen readers. */
  readonly label?: string
  /** A panel for each tab. */
  readonly children: ReactNode
}

/** Scrolls the list of tabs, but not the page, to the one that is open. */
const reveal = (tab: HTMLElement | null): void => {
  const list = tab?.parentElement
  if (list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}

/** The parts of a page as tabs, in one line that scrolls to the side where there is no room for all. */
export const PageTabs = <T extends string>({ tabs, value, onChange, label, children }: Props<T>) => (
  <Tabs value={value} onChange={(next) => onChange(next as T)} keepMounted={false}>
    <Tabs.List mb="md" aria-label={label} className={classes.list}>
      {(Object.keys(tabs) as T[]).map((name) => (
        <Tabs.Tab key={name} value={name} className={classes.tab} ref={name === value ? reveal : undefined}>
          {tabs[name]}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {children}
  </Tabs>
)
