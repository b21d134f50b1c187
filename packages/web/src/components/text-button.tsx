import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly 'aria-label'?: string
  readonly 'aria-expanded'?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button within text or a table that reads like a link, for what opens on the same page. Long ids break. */
export const TextButton = (props: Props) => (
  <Anchor
    component="button"
    type="button"
    inherit
    underline="always"
    ta="start"
    style={{ overflowWrap: 'anywhere' }}
    {...props}
  />
)
