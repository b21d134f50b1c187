import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'

interface Start {
  readonly providerId: string
  readonly returnTo?: string | undefined
  readonly loginHint?: string | undefined
}

/** Starts to sign in with an identity provider: the browser leaves for its address. */
export const useSsoStart = () =>
  useAction({
    mutationFn: ({ providerId, returnTo, loginHint }: Start) =>
      call('startSso', { body: { providerId, ...(returnTo ? { returnTo } : {}), ...(loginHint ? { loginHint } : {}) } }),
    onSuccess: ({ address }) => window.location.assign(address),
  })
