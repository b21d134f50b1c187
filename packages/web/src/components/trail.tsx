import { t } from '@lingui/core/macro'
import { Breadcrumbs, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** Links to the pages above, from the top; each has a key. */
  readonly above: readonly ReactNode[]
  /** The name of the page. */
  readonly here: ReactNode
}

/** The way to a nested page, above its heading. Its links are as high as a finger needs, whatever the heading has below them. */
export const Trail = ({ above, here }: Props) => (
  <Breadcrumbs
    component="nav"
    aria-label={t`Where this is`}
    fz="sm"
    separatorMargin={6}
    style={{ flexWrap: 'wrap' }}
    styles={{ breadcrumb: { lineHeight: '24px' } }}
  >
    {above}
    <Text inherit aria-current="page">
      {here}
    </Text>
  </Breadcrumbs>
)
