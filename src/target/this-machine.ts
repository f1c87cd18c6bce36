/** Whether the host of a URL is this machine, judging by its name: only then can it reach a server on loopback. */
export function isThisMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
