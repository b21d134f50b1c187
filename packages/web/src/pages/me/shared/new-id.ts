/** An id that makes a repeated call safe; the service makes one where the browser does not, as it is not on plain HTTP. */
export const newId = (): string | undefined => (window.isSecureContext ? crypto.randomUUID() : undefined)
