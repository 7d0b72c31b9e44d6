// nets.js - where the nets of this package lie. Nothing is fetched until an engine is told to use them. A module of its own,
// so that a bundle takes them along only where they are wanted.
export const nets = {
  net: new URL("./nets/ddz.net", import.meta.url),
  bids: new URL("./nets/ddz-bids.net", import.meta.url),
  belief: new URL("./nets/ddz-belief.net", import.meta.url),
  wild: new URL("./nets/ddz-wild.net", import.meta.url),
};
