import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The buttons of a form in a dialog. They stay in sight while a form that is longer than the screen is scrolled. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <Group
    justify="flex-end"
    py="sm"
    mb="calc(-1 * var(--mb-padding))"
    bg="var(--mantine-color-body)"
    // Above the words of choices in a row, which the library lifts to 2.
    style={{ position: 'sticky', bottom: 0, zIndex: 3 }}
  >
    {children}
  </Group>
)
