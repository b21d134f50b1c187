/** Where the first administrator is made. The code stands behind the #, which browsers send to nobody. */
export const setUpLink = (baseUrl: string, code: string): string => `${baseUrl}/set-up#${code}`
