// many_client asks many questions at the same time through one Go client: each gets its own answer. Build it with -race.
//
// usage: many_client http://HOST:PORT COUNT
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"

	"example.org/ddz/clients/go"
)

const tables, lanes = 1000, 64 // tables that differ

func ask(client *ddz.Client, seed int) ddz.TableResponse {
	table, err := client.Table(context.Background(), ddz.TableRequest{Seed: ddz.Number(int64(seed) + 1), View: ddz.Ptr(seed % 3)})
	if err != nil {
		log.Fatal(err)
	}
	table.ElapsedUS = 0
	return table
}

func main() {
	client := &ddz.Client{URL: os.Args[1]}
	count, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	right := make([]ddz.TableResponse, tables)
	for seed := range right {
		right[seed] = ask(client, seed)
	}
	var asked, wrong int64
	var group sync.WaitGroup
	for lane := 0; lane < lanes; lane++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for number := int(atomic.AddInt64(&asked, 1)); number <= count; number = int(atomic.AddInt64(&asked, 1)) {
				seed := number * 7919 % tables
				if !reflect.DeepEqual(ask(client, seed), right[seed]) {
					atomic.AddInt64(&wrong, 1)
				}
			}
		}()
	}
	group.Wait()
	fmt.Printf("many: %d questions through one Go client, %d at a time: %d wrong answers\n", count, lanes, wrong)
	if wrong > 0 {
		os.Exit(1)
	}
}
