import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDensity } from './density.ts'
import { cssVariables, THEMES } from './theme.ts'

interface Props {
  /** The content policy allows only styles that carry it. */
  readonly nonce: string | undefined
  readonly children: ReactNode
}

/** Gives everything in it the look: colors by the device until the user chooses some, and the density of this browser. */
export const Look = ({ nonce, children }: Props) => {
  const [density] = useDensity()
  return (
    <MantineProvider
      theme={THEMES[density]}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      {children}
    </MantineProvider>
  )
}
