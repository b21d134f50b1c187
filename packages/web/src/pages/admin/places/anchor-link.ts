import { Anchor } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** A link within the app that looks like all links, and knows which addresses there are. */
export const AnchorLink = createLink(Anchor<'a'>)
