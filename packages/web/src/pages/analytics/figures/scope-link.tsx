import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Props = Omit<AnchorProps, 'href'> & Omit<ComponentProps<'a'>, keyof AnchorProps>

/** A link within the app that knows its pages and what their addresses hold. */
export const ScopeLink = createLink((props: Props) => <Anchor {...props} />)
