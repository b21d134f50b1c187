import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props extends Pick<ButtonProps, 'styles'> {
  readonly 'aria-label'?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button in a table that reads like a link, for what opens on the same page. */
export const TextButton = (props: Props) => (
  <Button variant="transparent" c="var(--mantine-color-anchor)" td="underline" size="compact-sm" px={0} h="auto" {...props} />
)
